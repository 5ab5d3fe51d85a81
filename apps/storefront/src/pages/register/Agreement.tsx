import { Link } from 'react-router'
import { FieldError } from '#ui/Labelled.tsx'
import css from '../../parts/credentials/stage.module.css'

/** The box that must be ticked; its name is agree. */
export function Agreement({ error }: { error?: string | undefined }) {
  return (
    <>
      <label className={`check ${css.agree}`}>
        <input
          type="checkbox"
          name="agree"
          value="1"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'agree-error' : undefined}
        />
        <span>
          我已阅读并同意
          <Link to="/help/fwbz/yhxy" target="_blank" className="link">
            《用户协议》
          </Link>
          和
          <Link to="/help/topic/yszc" target="_blank" className="link">
            《隐私政策》
          </Link>
          ，并确认代表企业注册、所填信息真实。
        </span>
      </label>
      <FieldError id="agree-error">{error}</FieldError>
    </>
  )
}
