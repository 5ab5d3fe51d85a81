import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { useUser } from '../../api/queries.ts'
import { usePageData } from '../../app/page.ts'
import { FoundNote } from '../found/FoundNote.tsx'
import { isNarrowed, type ListQuery, narrowed } from '../list-query.ts'
import { Foot } from './Foot.tsx'
import type { loadTable } from './load-table.ts'
import { TableRow } from './TableRow.tsx'
import { Toolbar } from './Toolbar.tsx'
import css from './table.module.css'
import type { TablePlace } from './table-place.ts'
import { Unseen } from './Unseen.tsx'
import { useTableKeys } from './useTableKeys.ts'
import { useTableWork } from './useTableWork.ts'

interface Column {
  name: string
  look: string
  /** Empty for whoever may not see prices: such a table goes without it. */
  priced?: true
}
const COLUMNS: readonly Column[] = [
  { name: '#', look: `${css.place} ${css.num} ${css.wide}` },
  { name: '商品名称', look: `${css.name}` },
  { name: '规格', look: `${css.spec}` },
  { name: '生产厂家', look: `${css.maker}` },
  { name: '活动', look: `${css.tags}` },
  { name: '有效期至', look: `${css.expiry}`, priced: true },
  { name: '库存', look: `${css.stock} ${css.num}`, priced: true },
  { name: '中包/件', look: `${css.packs} ${css.num} ${css.wide}` },
  { name: '零售价', look: `${css.retail} ${css.num} ${css.wide}`, priced: true },
  { name: '单价 ¥', look: `${css.price} ${css.num}` },
  { name: '阶梯价', look: `${css.ladder} ${css.wide}`, priced: true },
  { name: '数量', look: `${css.quantity}`, priced: true },
  { name: '小计 ¥', look: `${css.amount} ${css.num} ${css.wide}`, priced: true },
  { name: '状态', look: `${css.status}`, priced: true },
]

/** /list/table, /search/table and /yx/table: a clerk's worksheet, one row a goods, all by keyboard. */
export function TableView({ title, place }: { title: string; place: TablePlace }) {
  const { query, goods } = usePageData<typeof loadTable>()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const member = useUser() !== null
  const work = useTableWork()
  const scroller = useRef<HTMLDivElement>(null)
  const pages = Math.max(1, Math.ceil(goods.total / goods.per_page))
  const toPage = (page: number) => place.at({ ...query, page })
  const turn = (by: 1 | -1): boolean => {
    const page = goods.page + by
    if (page < 1 || page > pages) return false
    void navigate(toPage(page), { state: { focus: by === 1 ? 'first' : 'last' } })
    return true
  }
  const onKeyDown = useTableKeys({
    goods: goods.list,
    work,
    turn,
    scroller,
    arrival: `${pathname} ${query.keywords ?? ''} ${query.type ?? 0} ${goods.page}`,
  })
  const { sheet } = work
  useEffect(() => sheet.arrived(goods.list), [sheet, goods])

  const loading = navigation.state === 'loading' && navigation.location.pathname === pathname
  const unseen = goods.sees_prices ? '—' : member ? '审核通过后可见' : '登录后可见价格'
  const before = (goods.page - 1) * goods.per_page
  return (
    <div className={css.view}>
      <h1 className="said">{title}</h1>
      <div>
        {!goods.sees_prices && <Unseen member={member} goods={goods.list} />}
        <FoundNote found={goods.found} query={query} at={place.at} />
        <Toolbar query={query} goods={goods} place={place} member={member} />
      </div>
      <div ref={scroller} className={loading ? `${css.scroller} ${css.loading}` : css.scroller} aria-busy={loading}>
        {goods.list.length === 0 ? (
          <Nothing query={query} place={place} />
        ) : (
          <table className={goods.sees_prices ? css.table : `${css.table} ${css.bare}`} onKeyDown={onKeyDown}>
            <caption className="said">商品表格，上下方向键换行，回车加入购物车</caption>
            <thead>
              <tr>
                {COLUMNS.filter(({ priced }) => goods.sees_prices || !priced).map(({ name, look }) => (
                  <th key={name} scope="col" className={look}>
                    {goods.sees_prices ? name : name.replace(' ¥', '')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {goods.list.map((one, index) => (
                <TableRow
                  key={one.id}
                  goods={one}
                  index={index}
                  place={before + index + 1}
                  work={work}
                  member={member}
                  told={!goods.sees_prices}
                  unseen={unseen}
                />
              ))}
            </tbody>
          </table>
        )}
        <div className={css.pages}>
          <Pagination page={goods.page} perPage={goods.per_page} total={goods.total} to={toPage} />
        </div>
      </div>
      {member && goods.sees_prices && <Foot sheet={sheet} goods={goods.list} />}
    </div>
  )
}

function Nothing({ query, place }: { query: ListQuery; place: TablePlace }) {
  const { keywords, type, sort } = query
  const open: ListQuery = { ...(keywords && { keywords }), ...(type && { type }), ...(sort && { sort }) }
  if ((query.page ?? 1) > 1) {
    return (
      <Empty picture="search" text="这一页没有商品">
        <ButtonLink kind="primary" to={place.at(narrowed(query, {}))}>
          回到第一页
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <Empty
      picture="search"
      text={keywords ? `没有找到“${keywords}”` : '没有符合条件的商品'}
      hint={isNarrowed(query) ? '可以少选几个条件' : '可以换个说法，或用拼音首字母，如 AMXL'}
    >
      {isNarrowed(query) ? (
        <ButtonLink kind="primary" to={place.at(open)}>
          清除筛选条件
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" to={place.all({})}>
          查看全部商品
        </ButtonLink>
      )}
    </Empty>
  )
}
