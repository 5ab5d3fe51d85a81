import { Fragment } from 'react'
import { Link } from 'react-router'
import { FieldError } from '#ui/Labelled.tsx'
import css from '../../parts/credentials/stage.module.css'
import { useAgreements } from './agreements-query.ts'

/** The box that must be ticked, over the texts that are in force; its name is agree. */
export function Agreement({ error }: { error?: string | undefined }) {
  const agreements = useAgreements()
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
          {agreements.length > 0 && '我已阅读并同意'}
          {agreements.map(({ id, title, url }, at) => (
            <Fragment key={id}>
              {at === 0 ? '' : at === agreements.length - 1 ? '和' : '、'}
              <Link to={url} target="_blank" className="link">
                《{title}》
              </Link>
            </Fragment>
          ))}
          {agreements.length > 0 ? '，并确认' : '我确认'}代表企业注册、所填信息真实。
        </span>
      </label>
      <FieldError id="agree-error">{error}</FieldError>
    </>
  )
}
