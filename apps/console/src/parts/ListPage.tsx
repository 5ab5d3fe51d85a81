import { Button, Empty, Pagination, Table, type TableColumnsType, type TableProps } from 'antd'
import { type Key, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call, DataOf } from '#contract/call.ts'
import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import type { Found } from './BulkBar.tsx'
import { ExportButton } from './ExportButton.tsx'
import { exportKindOf } from './exports.ts'
import { type Filter, Filters, namesOf } from './Filters.tsx'
import { useKeys } from './keys.tsx'
import { PER_PAGES, queryOf, readList, stepTo, withChange, withLook, withPlace } from './list-state.ts'
import { leaveTrail } from './list-trail.ts'
import { arranged, chosenColumns, listOf, withView } from './list-views.ts'
import { numberText } from './numbers.ts'
import { Trouble } from './Trouble.tsx'
import { useFitting } from './useFitting.ts'
import { ViewTabs, ViewTools } from './ViewBar.tsx'

/** A row of a call that answers { list: [...] }. */
export type RowOf<C> = DataOf<C> extends { list: (infer Row)[] } ? Row : never
export type Columns<C> = TableColumnsType<RowOf<C>>

interface Props<C extends Call> {
  /** What a row is called: '员工'. */
  what: string
  list: Endpoint<C>
  /** Of the call's path and query, whatever the address says. */
  params?: Readonly<Record<string, string | number>>
  fixed?: Readonly<Record<string, string | number>>
  /** responsive: beside a drawer it is drawn on screens of that width alone; none: never, the drawer says it. The last ones go first where it is narrow. */
  columns: Columns<C>
  filters?: readonly Filter[]
  /** id otherwise. */
  rowKey?: (row: RowOf<C>) => string | number
  /** A list that goes on after a row instead of having numbered pages: under which name its call takes that row. */
  cursor?: string
  /** The quick look of a row, usually a SideDrawer; Enter and a click open it. */
  drawer?: (row: RowOf<C>, close: () => void) => ReactNode
  /** Where a row's own page is, below /console; Enter and a click go there where there is no drawer, Ctrl+Enter in any case. */
  open?: (row: RowOf<C>) => string
  /** Buttons at the right of the filters. */
  actions?: ReactNode
  /** Rows can be ticked; what is drawn over the table while some are. */
  bulk?: (rows: readonly RowOf<C>[], clear: () => void, found: Found) => ReactNode
  /** false: to whoever looks at it the list is not given as a file, which it is otherwise wherever EXPORT_LISTS names its call. */
  exports?: boolean
  /** Between filters and table: figures, a warning. */
  top?: (data: DataOf<C>) => ReactNode
  /** Asked again after so many ms, for what moves by itself. */
  every?: number
  rowTone?: (row: RowOf<C>) => '' | 'is-warn' | 'is-bad'
  /** Said where nothing is found and no filter is set. */
  empty?: string
}

interface AnyList {
  total?: number
  next?: number | string | null
}

/** What a name would like; it takes less where there is less. */
const NAME_WIDTH = 200

/** By which a column is sorted, and chosen. */
function nameOf<Row>(column: TableColumnsType<Row>[number]): string {
  const index = 'dataIndex' in column ? column.dataIndex : undefined
  return Array.isArray(index) ? index.join('.') : String(index ?? column.key ?? '')
}

/** Figures are drawn as everywhere; the number by which a row is called is none. */
const counted = <Row,>(column: TableColumnsType<Row>[number], name: string): TableColumnsType<Row>[number] =>
  column.align !== 'right' || column.render || name === 'id'
    ? column
    : { ...column, render: (value: ReactNode) => (typeof value === 'number' ? numberText(value) : value) }

/** A column of marks has no words over it. */
const titleOf = <Row,>({ title }: TableColumnsType<Row>[number]): string => (typeof title === 'string' && title !== '' ? title : '标记')

/** Whoever opens the list by itself begins with his own view of it. */
function useDefaultView(list: string | null): void {
  const [params, setParams] = useSearchParams()
  const { data } = useAsk(shared.views, { query: { list: list ?? '' } }, { enabled: list !== null })
  const begin = data?.list.find((view) => view.is_default === 1)
  const isBare = params.size === 0
  useEffect(() => {
    if (isBare && begin) setParams(withView(begin.query, begin.id), { replace: true })
  }, [isBare, begin, setParams])
}

/** A list of records: filters, sort and page in the address, keys J K Enter X, a drawer that leaves the list where it is. */
export function ListPage<C extends Call>(props: Props<C>) {
  const { what, list, filters = [], cursor = null, drawer, open, bulk, rowTone } = props
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const listName = listOf(pathname)
  useDefaultView(listName)
  const state = readList(params, namesOf(filters))
  const query = { ...queryOf(state, cursor), ...props.fixed }
  const answer = useAsk(list as Endpoint<Call>, { ...(props.params && { params: props.params }), query } as never, {
    keepFormer: true,
    ...(props.every !== undefined && { every: props.every }),
  })
  const data = answer.data as DataOf<C> | undefined
  const { total, next } = (data ?? {}) as Partial<AnyList>
  const rows = ((data as { list?: unknown } | undefined)?.list ?? []) as RowOf<C>[]
  const keyOfRow = (row: RowOf<C>): string => String(props.rowKey ? props.rowKey(row) : (row as { id: number }).id)
  const keys = rows.map(keyOfRow)
  const [current, setCurrent] = useState('')
  const [ticked, setTicked] = useState<readonly Key[]>([])
  const exportKind = props.exports === false ? undefined : exportKindOf(list.path)
  const rowAt = (key: string) => rows.find((row) => keyOfRow(row) === key)

  const trail = open ? JSON.stringify(rows.map((row) => `/${open(row)}`)) : ''
  useEffect(() => {
    if (trail) leaveTrail({ list: pathname + search, records: JSON.parse(trail) as string[] })
  }, [trail, pathname, search])

  const look = (key: string): void => setParams(withLook(params, key), { replace: true })
  const close = (): void => look('')
  const enter = (row: RowOf<C> | undefined, page = false): void => {
    if (row === undefined) return
    setCurrent(keyOfRow(row))
    if (drawer && !page) look(keyOfRow(row))
    else if (open) navigate(`/${open(row)}`)
  }
  const step = (by: 1 | -1): void => {
    const key = stepTo(keys, state.look || current, by)
    setCurrent(key)
    if (state.look && key) look(key)
    document.querySelector(`[data-row-key="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const tick = (key: string): void => setTicked((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key]))
  const clear = (): void => setTicked([])
  useKeys([
    { key: 'J', what: `下一条${what}`, run: () => step(1) },
    { key: 'K', what: `上一条${what}`, run: () => step(-1) },
    { key: 'Enter', what: '打开当前行', run: () => enter(rowAt(current)), when: Boolean(drawer || open) && current !== '' },
    { key: 'Ctrl+Enter', what: '打开整页', run: () => enter(rowAt(current), true), when: open !== undefined && current !== '' },
    { key: 'X', what: '勾选当前行', run: () => tick(current), when: bulk !== undefined && current !== '' },
  ])

  const isFiltered = Object.keys(state.filters).length > 0
  const looked = state.look ? rowAt(state.look) : undefined
  const shownColumns = arranged<Columns<C>[number]>(props.columns, nameOf, chosenColumns(params))
  const { place, dropped } = useFitting(looked !== undefined, shownColumns.length)
  const fitting = dropped === 0 ? shownColumns : shownColumns.slice(0, -dropped)
  const columns = fitting.map(({ responsive, ...column }) => {
    const name = nameOf(column)
    // By its key the table knows whose title its column must be as wide as.
    const keyed = counted(name === '' ? column : { ...column, key: name }, name)
    const named = column.ellipsis && column.width === undefined ? { ...keyed, width: NAME_WIDTH } : keyed
    const sized = looked !== undefined && responsive ? { ...named, responsive } : named
    if (!column.sorter) return sized
    return {
      ...sized,
      sortOrder: state.sort === name ? 'ascend' : state.sort === `-${name}` ? 'descend' : null,
    } as typeof column
  })
  const onSort: TableProps<RowOf<C>>['onChange'] = (_pages, _filters, sorted, { action }) => {
    if (action !== 'sort' || Array.isArray(sorted)) return
    const name = String(sorted.columnKey ?? '')
    setParams(withChange(params, { sort: sorted.order === 'ascend' ? name : sorted.order === 'descend' ? `-${name}` : '' }))
  }
  const chosen = rows.filter((row) => ticked.includes(keyOfRow(row)))
  return (
    <div className="list">
      {listName !== null && <ViewTabs list={listName} />}
      {(filters.length > 0 || props.actions) && (
        <div className="bar">
          <Filters filters={filters} values={state.filters} onChange={(change) => setParams(withChange(params, change))} />
          {isFiltered && (
            <Button
              type="text"
              size="small"
              onClick={() => setParams(withChange(params, Object.fromEntries(namesOf(filters).map((one) => [one, '']))))}
            >
              清除筛选
            </Button>
          )}
          <span className="grow" />
          {props.actions}
        </div>
      )}
      {data !== undefined && props.top?.(data)}
      {bulk && chosen.length > 0 && (
        <div className="bar bar-soft">
          <span>
            已选 <b>{chosen.length}</b> 个{what}
          </span>
          {bulk(chosen, clear, { query, total: total ?? chosen.length })}
          <span className="grow" />
          <Button type="text" size="small" onClick={clear}>
            取消选择
          </Button>
        </div>
      )}
      {answer.error && <Trouble error={answer.error} onAgain={() => void answer.refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
      <div className="list-body" ref={place} tabIndex={0}>
        <Table<RowOf<C>>
          size="small"
          sticky
          columns={columns}
          dataSource={rows}
          rowKey={keyOfRow}
          loading={answer.isPending || answer.isPlaceholderData}
          pagination={false}
          onChange={onSort}
          // As wide as there is room: names give way first, figures never.
          tableLayout="auto"
          scroll={{ x: '100%' }}
          locale={{
            emptyText: answer.error ? (
              ' '
            ) : (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={isFiltered ? `没有符合筛选的${what}` : (props.empty ?? `还没有${what}`)}
              />
            ),
          }}
          rowClassName={(row) => `${keyOfRow(row) === (state.look || current) ? 'is-cur' : ''} ${rowTone?.(row) ?? ''}`}
          onRow={(row) => ({
            // One stop on the way of Tab: what is scrolled is scrolled by keys, too.
            tabIndex: keyOfRow(row) === (state.look || current || keyOfRow(rows[0] ?? row)) ? 0 : -1,
            onClick: ({ target }) => {
              if ((target as HTMLElement).closest('a, button, input, label, .ant-table-selection-column')) return
              if (drawer || open) enter(row)
              else setCurrent(keyOfRow(row))
            },
          })}
          {...(bulk && { rowSelection: { selectedRowKeys: [...ticked], onChange: setTicked, columnWidth: 40 } })}
        />
      </div>
      <footer className="list-foot">
        {exportKind && <ExportButton kind={exportKind} query={{ ...state.filters, ...props.fixed }} />}
        {listName !== null && (
          <ViewTools
            list={listName}
            columns={props.columns.map((column) => ({ name: nameOf(column), title: titleOf(column) }))}
            shown={shownColumns.map(nameOf)}
          />
        )}
        <span className="grow" />
        {cursor === null ? (
          <Pagination
            size="small"
            current={state.page}
            pageSize={state.perPage}
            total={total ?? 0}
            showSizeChanger
            pageSizeOptions={[...PER_PAGES]}
            showTotal={(all) => `共 ${numberText(all)} 条`}
            onChange={(page, size) =>
              setParams(size === state.perPage ? withPlace(params, { page }) : withChange(params, { per: String(size) }))
            }
          />
        ) : (
          <span className="row">
            <Button size="small" disabled={!state.after} onClick={() => setParams(withPlace(params, { after: '' }))}>
              第一页
            </Button>
            <Button size="small" disabled={!next} onClick={() => setParams(withPlace(params, { after: String(next) }))}>
              下一页
            </Button>
          </span>
        )}
      </footer>
      {looked !== undefined && drawer?.(looked, close)}
    </div>
  )
}
