import { Link, useRevalidator } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { DocumentWire } from '#contract/exchange.ts'
import type { ExchangeSection } from '#contract/firsttrade.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { useLive } from '../../api/live.ts'
import { memberApi } from '../../api/member-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { useIsOpen } from '../../app/site.tsx'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import css from './exchange.module.css'
import { PaperActs, PaperStateBadge } from './PaperActs.tsx'

type Home = DataOf<typeof import('#contract/firsttrade.ts').exchangeHome>

export async function loader({ api: client, signal }: PageArgs): Promise<Home> {
  return (await client.ask(memberApi.exchangeHome, { signal })).data
}

const ENTRIES: Readonly<Record<ExchangeSection, { name: string; about: string; icon: IconName; to: string }>> = {
  notes: { name: '电子出库单', about: '随货同行单、冷链交接单，收货登记', icon: 'truck', to: memberPaths.deliveries() },
  reports: { name: '药品检验报告', about: '按商品、批号、订单查找，批量下载', icon: 'search', to: memberPaths.reports() },
  first_trade: { name: '首营资料', about: '贵司证照、质量体系调查表、资料包', icon: 'shield', to: memberPaths.firstTrade() },
  supplier: { name: '企业资料', about: '我司证照与印模，首营资料包下载', icon: 'store', to: memberPaths.supplierData() },
  invoices: { name: '电子发票', about: '蓝字、红字发票，按期打包', icon: 'file', to: memberPaths.invoices() },
  seals: { name: '电子签章管理', about: '贵司印章、用印记录，真伪核验', icon: 'check', to: memberPaths.seals() },
}

/** /dzzl: the entries of electronic data exchange, each with what is new in it, and the latest papers. */
export default function ExchangeHomePage() {
  const { sections, latest } = usePageData<typeof loader>()
  const isOpen = useIsOpen()
  const { revalidate } = useRevalidator()
  useLive('messages', () => void revalidate())
  usePapers(latest.some(({ state }) => state === 'waiting'))
  const open = sections.filter(({ key }) => isOpen(ENTRIES[key].to))
  return (
    <AccountShell title="电子资料">
      <div className={columns.column}>
        <ul className={css.entries} aria-label="电子资料分类">
          {open.map((section) => (
            <Entry key={section.key} section={section} />
          ))}
        </ul>
        {latest.length > 0 ? (
          <Latest list={latest} />
        ) : (
          <Nothing picture="paper" text="还没有单据" hint="订单发货后，随货同行单、检验报告等会出现在这里。">
            <ButtonLink to={paths.orders()}>查看我的订单</ButtonLink>
          </Nothing>
        )}
      </div>
    </AccountShell>
  )
}

function Entry({ section: { key, fresh, urgent, news } }: { section: Home['sections'][number] }) {
  const { name, about, icon, to } = ENTRIES[key]
  return (
    <li>
      <Link to={to} className={`panel ${css.entry}`}>
        <Icon name={icon} size={22} className={css.entryIcon} />
        <b>
          {name}
          {fresh > 0 && (
            <span className="badge">
              {fresh > 99 ? '99+' : fresh}
              <span className="said"> 项待查看</span>
            </span>
          )}
        </b>
        <span className={css.about}>{about}</span>
        <span className={urgent === 1 ? `${css.news} ${css.bad}` : css.news}>{news || '暂无新内容'}</span>
      </Link>
    </li>
  )
}

function Latest({ list }: { list: readonly DocumentWire[] }) {
  return (
    <Block title="最近的单据">
      <Table columns={['单据', '编号', '日期', '状态', figure('操作')]} look={css.papers}>
        <tbody>
          {list.map((paper) => (
            <tr key={paper.id}>
              <td className={table.main}>
                {paper.kind_name}
                <small>{paper.title}</small>
              </td>
              <td className={css.no}>
                {paper.no}
                {paper.version > 1 && <small>第 {paper.version} 版</small>}
              </td>
              <td>{paper.day}</td>
              <td>
                <PaperStateBadge paper={paper} />
              </td>
              <td className={table.figure}>
                <PaperActs paper={paper} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Block>
  )
}
