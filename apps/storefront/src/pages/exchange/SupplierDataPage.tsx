import { useEffect } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { SupplierDataWire, SupplierPaperWire, TradePaperState } from '#contract/firsttrade.ts'
import { Block } from '#ui/Block.tsx'
import { CopyText } from '#ui/CopyText.tsx'
import columns from '#ui/columns.module.css'
import { Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { daysText } from '../../parts/certificates/days.ts'
import css from './exchange.module.css'
import { PackPanel, usePackWatch } from './PackPanel.tsx'
import { PaperActs } from './PaperActs.tsx'

export async function loader({ api: client, signal }: PageArgs): Promise<SupplierDataWire> {
  return (await client.ask(memberApi.supplierData, { signal })).data
}

/** /qyzl: the wholesaler's data and papers, and the pack of them with this buyer's name across. */
export default function SupplierDataPage() {
  const { supplier, papers, pack } = usePageData<typeof loader>()
  const client = useApi()
  usePackWatch([pack])
  const fresh = papers.filter(({ is_new }) => is_new === 1).map(({ id }) => id)
  const key = fresh.join()
  // Noted for the inspector, and for the badge of the index; the marks stay until the next visit.
  useEffect(() => {
    if (key === '') return
    client.ask(memberApi.supplierSeen, { body: { ids: key.split(',').map(Number) }, handles: 'all' }).catch(() => undefined)
  }, [key, client])
  return (
    <AccountShell title="企业资料">
      <div className={columns.column}>
        <Block title="首营企业资料包">
          <PackPanel pack={pack} name="首营企业资料包" />
        </Block>
        <section className="panel" aria-label="资质证照">
          {papers.length === 0 ? (
            <Nothing picture="paper" text="资料正在整理" hint="需要时请联系您的客户经理。" />
          ) : (
            <Table columns={['图片', '资料', '有效期至', '状态', figure('贵司副本')]} look={css.supplier}>
              <tbody>
                {papers.map((paper) => (
                  <PaperRow key={paper.id} paper={paper} />
                ))}
              </tbody>
            </Table>
          )}
        </section>
        <SupplierFacts supplier={supplier} />
        <p className="note note-info">
          <Icon name="shield" />
          每份副本右上角的二维码可核验真伪与是否已有新版本；证照换新时会发消息给您，已制作过资料包的自动备好新副本。
        </p>
      </div>
    </AccountShell>
  )
}

const TONES: Readonly<Record<TradePaperState, { tone: StateTone; name: string }>> = {
  ok: { tone: 'ok', name: '有效' },
  soon: { tone: 'wait', name: '即将到期' },
  expired: { tone: 'bad', name: '已过期' },
}

function PaperRow({ paper }: { paper: SupplierPaperWire }) {
  const [picture] = paper.pictures
  const { tone, name } = TONES[paper.state]
  return (
    <tr>
      <td className={css.thumb}>
        {picture?.url ? <img src={picture.url} alt="" width={48} height={64} loading="lazy" /> : <Icon name="file" size={26} />}
      </td>
      <td className={table.main}>
        {paper.name}
        {paper.is_new === 1 && <span className="chip chip-ok">新</span>}
        <small>{[paper.number, paper.issuer, paper.note].filter(Boolean).join('　')}</small>
      </td>
      <td>
        {paper.expires_on ?? '长期'}
        {paper.days_left !== null && paper.state !== 'ok' && <small>{daysText(paper.days_left)}</small>}
      </td>
      <td>
        <StateBadge tone={tone}>{name}</StateBadge>
      </td>
      <td className={table.figure}>{paper.copy ? <PaperActs paper={paper.copy} /> : <span className="muted">制作资料包后可看</span>}</td>
    </tr>
  )
}

function SupplierFacts({ supplier }: { supplier: SupplierDataWire['supplier'] }) {
  const facts = [
    ['企业名称', supplier.name],
    ['药品经营许可证', supplier.licence],
    ['统一社会信用代码', supplier.tax_no],
    ['地址', supplier.address],
    ['电话', supplier.phone],
    ['开户银行', supplier.bank],
    ['银行账号', supplier.account],
  ] as const
  return (
    <Block title="开户与开票资料">
      <Facts
        two
        facts={facts.map(([name, value]) => [
          name,
          value === '' ? (
            '未登记'
          ) : (
            <>
              {value} <CopyText text={value} what={name} />
            </>
          ),
        ])}
      />
    </Block>
  )
}
