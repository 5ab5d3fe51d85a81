import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StageShell } from '../../frame/StageShell.tsx'
import css from '../../parts/credentials/stage.module.css'
import { paths } from '../../paths.ts'
import { FORGET_STEPS } from './Step1Page.tsx'

/** 重置成功 */
export default function ForgetStep3Page() {
  return (
    <StageShell title="重置成功" lead="请用新密码登录" steps={FORGET_STEPS} step={4}>
      <div className={css.done}>
        <i>
          <Icon name="check" size={32} />
        </i>
        <h2>登录密码已重置</h2>
        <p>为了账号安全，之前登录的所有设备都已退出，请用新密码重新登录。</p>
        <div className={css.acts}>
          <ButtonLink kind="primary" size="lg" to={paths.login()}>
            去登录
          </ButtonLink>
        </div>
      </div>
    </StageShell>
  )
}
