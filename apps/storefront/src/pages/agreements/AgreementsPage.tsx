import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { AcceptedAgreementWire } from '#contract/agreements.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { StateBadge } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import type { PageArgs } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { AskedText } from '../../parts/agreements/AskedText.tsx'
import look from '../../parts/agreements/agreements.module.css'
import { ownAgreementsQuery, useAsked } from '../../parts/agreements/useAsked.ts'

export async function loader({ api, queries }: PageArgs): Promise<null> {
  await queries.ensureQueryData(ownAgreementsQuery(api))
  return null
}

/** /xieyi, where a refusal leads: what is asked for, and what the company agreed to before. */
export default function AgreementsPage() {
  const own = useQuery(ownAgreementsQuery(useApi())).data
  const { busy, accept } = useAsked()
  if (own === undefined) return null
  return (
    <AccountShell title="我签过的协议">
      <div className={columns.column}>
        {own.asked.map((asked) => (
          <Block key={asked.id} title={`待同意：《${asked.title}》`}>
            <AskedText asked={asked} own={own} />
            {own.can_accept === 1 && (
              <div className={look.answers}>
                <Button kind="primary" disabled={busy} onClick={() => accept(asked)}>
                  {busy ? '正在提交…' : `同意《${asked.title}》`}
                </Button>
              </div>
            )}
          </Block>
        ))}
        <Block title="已同意">
          {own.accepted.length === 0 ? (
            <p className="muted">还没有。注册时和新版本生效时同意的协议列在这里，随时可以再看、打印。</p>
          ) : (
            <ul className={look.accepted}>
              {own.accepted.map((one) => (
                <Accepted key={`${one.id}-${one.accepted_at}`} one={one} />
              ))}
            </ul>
          )}
        </Block>
      </div>
    </AccountShell>
  )
}

function Accepted({ one }: { one: AcceptedAgreementWire }) {
  return (
    <li>
      <Link className="link" to={memberPaths.agreement(one.id)}>
        《{one.title}》第 {one.number} 版
      </Link>
      <StateBadge tone={one.is_current === 1 ? 'ok' : 'closed'}>{one.is_current === 1 ? '现行' : '旧版本'}</StateBadge>
      <span className="muted">
        {one.accepted_by} {beijingTime(one.accepted_at)} 同意
      </span>
    </li>
  )
}
