import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { QueryOf } from '#contract/call.ts'
import type { WantedRowWire, WantedStateWire } from '#contract/selfservice.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import css from './wanted.module.css'
import { TONES, wantedDetail } from './wanted-words.ts'

const isState = (text: string): text is WantedStateWire => Object.hasOwn(TONES, text)

export async function loader({ api: client, url, signal }: PageArgs) {
  const asked = url.searchParams.get('state') ?? ''
  const state = isState(asked) ? asked : undefined
  const keywords = (url.searchParams.get('keywords') ?? '').trim().slice(0, 60)
  const query: QueryOf<typeof import('#contract/selfservice.ts').wantedList> = {
    page: pageIn(url),
    ...(state && { state }),
    ...(keywords && { keywords }),
  }
  return { state, keywords, ...(await client.ask(memberApi.wantedList, { query, signal })).data }
}

/** /pzqg: what was asked for, and what became of it. */
export default function WantedPage() {
  const { state, keywords, list, total, page, per_page: perPage, counts } = usePageData<typeof loader>()
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const add = (
    <ButtonLink kind="primary" to={memberPaths.wantedAdd()}>
      <Icon name="plus" />
      新增求购
    </ButtonLink>
  )
  return (
    <AccountShell title="品种求购" tools={add}>
      <section className="panel">
        <Tabs
          label="求购状态"
          entries={[
            { text: '全部', to: memberPaths.wanted({ keywords }), current: state === undefined, count: all },
            ...counts.map((one) => ({
              text: one.name,
              to: memberPaths.wanted({ state: one.state, keywords }),
              current: state === one.state,
              count: one.count,
            })),
          ]}
        />
        {(all > 0 || keywords !== '') && <Search key={keywords} state={state} keywords={keywords} />}
        {list.length === 0 ? (
          <NoWanted narrowed={state !== undefined || keywords !== '' || total > 0} />
        ) : (
          <ul>
            {list.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
      </section>
      <Pagination
        page={page}
        perPage={perPage}
        total={total}
        to={(next) => memberPaths.wanted({ state, keywords, page: next })}
        label="求购分页"
      />
    </AccountShell>
  )
}

function Search({ state, keywords }: { state: WantedStateWire | undefined; keywords: string }) {
  const navigate = useNavigate()
  const [words, setWords] = useState(keywords)
  return (
    <form
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(memberPaths.wanted({ state, keywords: words.trim() }))
      }}
    >
      <input
        className="input"
        aria-label="在求购里找"
        placeholder="商品名称、规格或厂家"
        value={words}
        maxLength={60}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit">查找</Button>
    </form>
  )
}

function Row({ row }: { row: WantedRowWire }) {
  const detail = wantedDetail(row)
  return (
    <li className={css.row}>
      <div>
        <Link to={memberPaths.wantedInfo(row.id)} className={css.name}>
          {row.name}
        </Link>
        {detail && <p className={css.dim}>{detail}</p>}
        <p className={css.dim}>
          求购 {row.number} {row.unit}
          {row.expected_price && `，期望单价 ${moneyText(row.expected_price)}`}
          <span className={css.when}>{beijingTime(row.created_at)}</span>
        </p>
      </div>
      <p className={css.answer}>
        {row.last_answer ? (
          <>
            <b>客服</b>
            {row.last_answer}
          </>
        ) : (
          <span className="muted">采购部正在询货，有结果会通知您</span>
        )}
        {row.offered > 0 && <span className="chip chip-ok">推荐了 {row.offered} 种商品</span>}
      </p>
      <div className={css.end}>
        <StateBadge tone={TONES[row.state]}>{row.state_name}</StateBadge>
        <Link to={memberPaths.wantedInfo(row.id)} className="link" aria-label={`查看求购 ${row.name}`}>
          查看
        </Link>
      </div>
    </li>
  )
}

function NoWanted({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <Empty picture="search" text="没有符合条件的求购">
        <ButtonLink kind="primary" to={memberPaths.wanted()}>
          看全部求购
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <Empty picture="paper" text="还没有求购" hint="店里没有的品种，写下来交给采购部去找；有结果会发消息告诉您">
      <ButtonLink kind="primary" to={memberPaths.wantedAdd()}>
        新增求购
      </ButtonLink>
    </Empty>
  )
}
