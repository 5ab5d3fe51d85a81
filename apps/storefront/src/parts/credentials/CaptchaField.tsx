import { Field } from '#ui/Field.tsx'
import type { CaptchaControl } from './captcha.ts'
import css from './credentials.module.css'

/** The picture with its field; nothing while none is asked for. Gives the form captcha and captcha_id. */
export function CaptchaField({ control: { picture, renew }, error }: { control: CaptchaControl; error?: string | undefined }) {
  if (picture === null) return null
  return (
    <div className={css.captcha}>
      {/* A new picture wants a new answer. */}
      <Field
        key={picture.id}
        big
        label="图形验证码"
        name="captcha"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={8}
        hint="输入图中 4 个字母或数字，不分大小写。看不清可换一张，仍有困难请致电客服。"
        error={error}
      />
      <input type="hidden" name="captcha_id" value={picture.id} />
      <button type="button" onClick={renew} aria-label="换一张图形验证码" title="换一张">
        <img src={picture.image} width={132} height={44} alt="图形验证码，含 4 个字母或数字" />
      </button>
    </div>
  )
}
