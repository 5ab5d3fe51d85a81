import { Link, useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import type { PageArgs } from '../../app/page.ts'
import { StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { AskShop } from '../../parts/credentials/AskShop.tsx'
import { LetterCode } from '../../parts/credentials/LetterCode.tsx'
import { PhoneCodeForm } from '../../parts/credentials/PhoneCodeForm.tsx'
import css from '../../parts/credentials/stage.module.css'
import { useWays, type Ways, waysQuery } from '../../parts/credentials/ways.ts'
import { paths } from '../../paths.ts'

export const FORGET_STEPS: readonly string[] = ['验证手机号', '设置新密码', '重置成功']
export const STAFF_STEPS: readonly string[] = ['核实身份', '设置新密码', '重置成功']

export async function loader({ api, queries }: PageArgs): Promise<null> {
  await queries.ensureQueryData(waysQuery(api))
  return null
}

/** 忘记密码: by a code, or, where none can be sent, by a link that staff hand out after they have made sure who asks. */
export default function ForgetStep1Page() {
  const ways = useWays()
  return ways?.sms === 0 ? <ByStaff help={ways.help} /> : <ByCode />
}

function ByStaff({ help }: { help: Ways['help'] }) {
  const navigate = useNavigate()
  return (
    <StageShell title="忘记密码" lead="由客服核实身份后发出找回链接，重新设置登录密码" steps={STAFF_STEPS} step={1}>
      <div className={css.sheet}>
        <ol className={css.todo}>
          <li>联系客服，说明企业全称和您的姓名。</li>
          <li>客服回拨登记电话，或核对证件与委托书，确认是您本人。</li>
          <li>您会得到一个 24 小时内有效的链接或找回码，在这里设置新密码。</li>
        </ol>
        <AskShop help={help} />
        <LetterCode label="找回码" action="下一步" onCode={(code) => void navigate(memberPaths.forgetReset(code))} />
        <p className={css.ways}>
          <Link className="link" to={paths.login()}>
            想起来了，去登录
          </Link>
        </p>
      </div>
    </StageShell>
  )
}

/** Says the same whether the phone is known or not. */
function ByCode() {
  const client = useApi()
  const navigate = useNavigate()
  return (
    <StageShell title="忘记密码" lead="用注册手机号接收验证码，重新设置登录密码" steps={FORGET_STEPS} step={1}>
      <PhoneCodeForm
        to={{ purpose: 'reset' }}
        label="注册手机号"
        autoFocus
        autoComplete="username"
        className={css.form}
        send={async (answer, handles) => {
          const { data } = await client.ask(credentialApi.forgetCheck, { body: answer, handles })
          // In the history entry: it is good for some minutes and for this browser's next page alone.
          await navigate(memberPaths.forgetReset(), { replace: true, state: { ticket: data.ticket } })
        }}
      >
        {(busy) => (
          <>
            <Button kind="primary" size="xl" block type="submit" disabled={busy}>
              {busy ? '正在核对…' : '下一步'}
            </Button>
            <p className={css.ways}>
              <Link className="link" to={paths.login()}>
                想起来了，去登录
              </Link>
            </p>
          </>
        )}
      </PhoneCodeForm>
      <p className={`note ${css.under}`}>
        <Icon name="info" />
        手机号已停用时，请联系客户经理或客服，核对身份后发给您一个找回链接。
      </p>
    </StageShell>
  )
}
