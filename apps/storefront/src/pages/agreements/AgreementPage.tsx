import { ApiError } from '#api-client/client.ts'
import { CODES } from '#contract/codes.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { beijingTime } from '#ui/times.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { Prose } from '../../parts/Prose.tsx'

export async function loader({ api, params, signal }: PageArgs) {
  const id = Number(params.id)
  if (!Number.isSafeInteger(id) || id < 1) throw new ApiError(CODES.NOT_FOUND, '协议不存在或已删除', null)
  const { data } = await api.ask(memberApi.agreementText, { params: { id }, signal })
  return { ...data, pageTitle: data.title }
}

/** One version as it was agreed to, with who, when and from where: to read and to print. */
export default function AgreementPage() {
  const { title, number, in_force_at: from, supplier, company, accepted, body, changes, sha256 } = usePageData<typeof loader>()
  return (
    <AccountShell
      title={`《${title}》第 ${number} 版`}
      tools={
        <Button onClick={() => window.print()}>
          <Icon name="file" size={14} />
          打印
        </Button>
      }
    >
      <div className={columns.column}>
        <Block title="同意记录">
          <Facts
            facts={[
              ['本公司', supplier],
              ['企业', company],
              ['生效', beijingTime(from)],
              ['同意', accepted.length === 0 ? '没有' : accepted.map(({ by, at, ip }) => `${by}，${beijingTime(at)}，IP ${ip}`).join('；')],
              ['正文摘要', `SHA-256 ${sha256}`],
            ]}
          />
        </Block>
        {changes && (
          <Block title="这一版改了什么">
            <Prose text={changes} />
          </Block>
        )}
        <Block title={title}>
          <Prose text={body} />
        </Block>
      </div>
    </AccountShell>
  )
}
