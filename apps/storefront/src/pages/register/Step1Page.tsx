import { Link } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import type { PageArgs } from '../../app/page.ts'
import { REGISTER_STEPS, StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import css from '../../parts/credentials/stage.module.css'
import { useWays, waysQuery } from '../../parts/credentials/ways.ts'
import { paths } from '../../paths.ts'
import { agreementsQuery } from './agreements-query.ts'
import { ByInvitation } from './ByInvitation.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** What everybody asks before beginning. */
export function RegisterAside() {
  return (
    <>
      <h2>注册前请准备</h2>
      <ul>
        {['营业执照', '药品经营许可证，或医疗机构执业许可证、诊所备案凭证', '采购人员授权委托书'].map((text) => (
          <li key={text}>
            <Icon name="file" />
            {text}
          </li>
        ))}
      </ul>
      <p className="muted">证照用手机拍照或扫描件均可，支持 JPG、PNG、WebP 和 PDF。审核通过后即可看到价格并下单。</p>
      <p className="note note-info">
        <Icon name="info" />
        本平台仅向持有合法资质的药品经营企业和医疗机构开放，不向个人销售。
      </p>
    </>
  )
}

export async function loader({ api, queries }: PageArgs): Promise<null> {
  await Promise.all([queries.ensureQueryData(waysQuery(api)), queries.prefetchQuery(agreementsQuery(api))])
  return null
}

/** 注册-账号信息: by a code, or, where none can be sent, by an invitation. */
export default function RegisterStep1Page() {
  const ways = useWays()
  return (
    <StageShell title="企业注册" lead="三步完成，资料齐全通常当天审核完毕" steps={REGISTER_STEPS} step={1} aside={<RegisterAside />}>
      {ways?.sms === 0 ? <ByInvitation help={ways.help} /> : <RegisterForm />}
      <p className={css.ways}>
        <span>
          已有账号？
          <Link className="link" to={paths.login()}>
            去登录
          </Link>
        </span>
        <Link className="link" to={memberPaths.registerStore()}>
          已有账号，新增门店
        </Link>
      </p>
    </StageShell>
  )
}
