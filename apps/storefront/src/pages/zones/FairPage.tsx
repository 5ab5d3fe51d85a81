import { Link } from 'react-router'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { Composed } from './ComposedPage.tsx'
import css from './zones.module.css'

export async function loader({ api: client, params, signal }: PageArgs) {
  const id = /^[1-9]\d{0,9}$/.test(params.id ?? '') ? Number(params.id) : null
  if (id !== null) return { hall: (await client.ask(api.zonePage, { query: { id }, signal })).data, halls: [] }
  return { hall: null, halls: (await client.ask(api.zonePages, { query: { kind: 'fair' }, signal })).data.list }
}

const STATES = { coming: '即将开始', open: '进行中', ended: '已结束' } as const

/** /yjh/:id? the halls of the fair, or one of them */
export default function FairPage() {
  const { hall, halls } = usePageData<typeof loader>()
  if (hall !== null) return <Composed data={hall} />
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '药交会' }]} />
      <ZoneHead
        accent="brand"
        art="flag"
        title="线上药交会"
        intro="各展馆同时开放，厂家政策一次看全"
        facts={[`${halls.length} 个展馆`, '满减、赠品、优惠券同享']}
      />
      {halls.length === 0 ? (
        <Nothing picture="clock" text="药交会暂未开始">
          <ButtonLink to={paths.activity('all')} kind="primary">
            看正在进行的活动
          </ButtonLink>
        </Nothing>
      ) : (
        <ul className={`${css.halls} ${css.pairs}`}>
          {halls.map((page, index) => (
            <li key={page.id} className={index === 0 && halls.length % 2 === 1 ? css.first : undefined}>
              <Link to={page.url} className={`panel ${css.hall}`}>
                {page.image && <img src={page.image} alt="" />}
                <span>
                  <b>{page.name}</b>
                  <small>{page.intro}</small>
                </span>
                <em className={page.state === 'open' ? 'chip chip-ok' : 'chip'}>{STATES[page.state]}</em>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
