import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { GoodsGrid } from '../../parts/goods-list/GoodsGrid.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import css from './zones.module.css'

export const loader = async ({ api: client, signal }: PageArgs) => (await client.ask(api.everydayPrice, { signal })).data

/** /mrtj */
export default function DailyPage() {
  const { list, ends_at: endsAt } = usePageData<typeof loader>()
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '每日特价' }]} />
      <ZoneHead
        accent="hot"
        art="tag"
        title="每日特价"
        intro="每天 0 点更新一批，限量限时，售完恢复原价"
        facts={[`今日 ${list.length} 款`, '可参加满减与优惠券']}
        countdown={endsAt === null ? undefined : { label: '距今日结束', until: endsAt }}
      />
      {list.length === 0 ? (
        <Nothing picture="clock" text="今日特价即将公布" hint="每天 0 点更新，看看正在进行的其他优惠">
          <ButtonLink to={paths.couponCentre()} kind="primary">
            去领券
          </ButtonLink>
        </Nothing>
      ) : (
        <GoodsGrid list={list} view="image" />
      )}
    </div>
  )
}
