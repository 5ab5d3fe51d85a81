import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { FoundWire, GoodsListWire } from '#contract/goods.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { headerQuery } from '../../api/queries.ts'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { isNarrowed, type ListQuery, narrowed } from '../list-query.ts'
import { SiteLink } from '../SiteLink.tsx'
import { cleared, otherWords } from './list-data.ts'
import css from './NoResult.module.css'
import type { Where } from './where.ts'

interface Props {
  query: ListQuery
  where: Where
  goods: GoodsListWire
}

/** Nothing to show: says so, and offers what is likely to help. */
export function NoResult({ query, where, goods: { total, found } }: Props) {
  // There are goods, but not on a page as far on as this.
  if (total > 0) {
    return (
      <Empty picture="search" text="没有这一页">
        <ButtonLink to={where.at(narrowed(query, {}))} kind="primary">
          回到第一页
        </ButtonLink>
      </Empty>
    )
  }
  if (isNarrowed(query)) {
    return (
      <Empty
        picture="search"
        text={query.keywords ? `在所选条件下没有找到“${query.keywords}”` : '没有符合所选条件的商品'}
        hint="去掉一些条件再看看"
      >
        <ButtonLink to={where.at(cleared(query))} kind="primary">
          清空条件
        </ButtonLink>
        <ButtonLink to={paths.list()}>浏览全部商品</ButtonLink>
      </Empty>
    )
  }
  if (query.keywords) return <NothingFound keywords={query.keywords} byMaker={query.type === 1} found={found} />
  return (
    <Empty picture="search" text="这里还没有商品">
      <ButtonLink to={paths.list()} kind="primary">
        浏览全部商品
      </ButtonLink>
    </Empty>
  )
}

/** 认得“石药”，没有叫“布洛芬灵”的商品. */
function understood({ words, unknown }: FoundWire): string {
  const quoted = (all: readonly string[]): string => all.map((one) => `“${one}”`).join('、')
  if (words.length > 0 && unknown.length > 0) return `认得${quoted(words)}，没有与${quoted(unknown)}相近的商品`
  return words.length > 1 ? `${quoted(words)}分开都有商品，合在一起没有` : ''
}

function NothingFound({ keywords, byMaker, found }: { keywords: string; byMaker: boolean; found: FoundWire | null }) {
  const near = found?.near ?? []
  const words = near.length > 0 ? near : otherWords(keywords)
  const header = useQuery(headerQuery(useApi())).data
  const hot = near.length > 0 ? [] : (header?.rnss ?? [])
  const type = byMaker ? 1 : 0
  return (
    <Empty
      picture="search"
      text={`没有找到${byMaker ? '厂家' : ''}“${keywords}”${byMaker ? '的商品' : ''}`}
      hint={(found !== null && understood(found)) || '请检查是否有错字，或换个关键词：通用名、厂家、批准文号、条形码、拼音首字母都可以'}
    >
      <ButtonLink to={paths.search({ keywords, type: byMaker ? 0 : 1 })} kind="primary">
        {byMaker ? `按药品搜索“${keywords}”` : `按厂家搜索“${keywords}”`}
      </ButtonLink>
      <ButtonLink to={memberPaths.wantedAdd({ name: keywords.slice(0, 60) })}>求购“{keywords}”</ButtonLink>
      <ButtonLink to={paths.list()}>浏览全部商品</ButtonLink>
      {(words.length > 0 || hot.length > 0) && (
        <p className={css.try}>
          <span>{near.length > 0 ? '您是不是要找' : '换个关键词'}</span>
          {words.map((word) => (
            <Link key={word} to={paths.search({ keywords: word, type })}>
              {word}
            </Link>
          ))}
          {hot.slice(0, 6).map(({ name, url }) => (
            <SiteLink key={name} url={url || paths.search({ keywords: name, type: 0 })}>
              {name}
            </SiteLink>
          ))}
        </p>
      )}
    </Empty>
  )
}
