import { data as answer, Link } from 'react-router'
import type { ZonePageWire } from '#contract/zones.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { type ZoneAccent, ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { Blocks } from './blocks.tsx'
import css from './zones.module.css'

/** ?id= a page's code, or its number. */
export async function loader({ api: client, url, signal }: PageArgs) {
  const id = url.searchParams.get('id')?.slice(0, 60) ?? ''
  if (id === '') throw answer('', { status: 404 })
  const query = /^[1-9]\d{0,9}$/.test(id) ? { id: Number(id) } : { code: id }
  return (await client.ask(api.zonePage, { query, signal })).data
}

/** /zqmb and /hdmb */
export default function ComposedPage() {
  return <Composed data={usePageData<typeof loader>()} />
}

const ACCENTS: readonly string[] = ['brand', 'herb', 'device', 'near', 'violet', 'hot']
const isAccent = (text: string): text is ZoneAccent => ACCENTS.includes(text)
const KINDS = {
  zone: { text: '专区' },
  activity: { text: '活动中心', to: paths.activity('all') },
  fair: { text: '药交会', to: paths.fair() },
  controlled: { text: '控销专区', to: paths.zone('/kxzq') },
} as const

/** One composed page with its head, its siblings and its blocks; before it begins and after it has ended it says so. */
export function Composed({ data: { page, blocks, siblings } }: { data: ZonePageWire }) {
  const pages = siblings.some(({ id }) => id === page.id) ? siblings : [page, ...siblings].sort((one, other) => one.id - other.id)
  const ends = page.state === 'coming' ? page.starts_at : page.ends_at
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, KINDS[page.kind], { text: page.name }]} />
      <ZoneHead
        accent={isAccent(page.accent) ? page.accent : 'brand'}
        title={page.name}
        intro={page.intro}
        {...(page.image && { image: page.image })}
        countdown={
          ends === null || page.state === 'ended' ? undefined : { label: page.state === 'coming' ? '距开始' : '距结束', until: ends }
        }
      />
      {pages.length > 1 && (
        <nav className={css.tabs} aria-label={KINDS[page.kind].text}>
          {pages.map((sibling) => (
            <Link key={sibling.id} to={sibling.url} aria-current={sibling.id === page.id ? 'true' : undefined}>
              {sibling.name}
            </Link>
          ))}
        </nav>
      )}
      {page.state === 'open' && blocks.length > 0 ? (
        <Blocks blocks={blocks} />
      ) : (
        <Nothing
          picture="clock"
          text={page.state === 'coming' ? '活动暂未开始' : page.state === 'ended' ? '活动已结束' : '这里还没有内容'}
          hint={
            page.state === 'coming'
              ? '开始后在这里就能看到参加活动的商品'
              : page.state === 'ended'
                ? '感谢参与，其他优惠还在进行'
                : undefined
          }
        >
          <ButtonLink to={paths.activity('all')} kind="primary">
            看正在进行的活动
          </ButtonLink>
          <ButtonLink to={paths.couponCentre()}>去领券</ButtonLink>
        </Nothing>
      )}
    </div>
  )
}
