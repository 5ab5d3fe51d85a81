import { ButtonLink } from '#ui/Button.tsx'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import { usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { PointsList, pointsQuery } from './PointsList.tsx'

export async function loader({ api: client, url, signal, user }: PageArgs) {
  const query = pointsQuery(url, 'points')
  const { data } = await client.ask(api.pointsMall, { query, signal })
  return { ...data, query, signedIn: user !== null }
}

/** /jfsc */
export default function PointsMallPage() {
  const data = usePageData<typeof loader>()
  const held = data.signedIn ? [`您有 ${data.points.toLocaleString('zh-CN')} 积分`] : []
  return (
    <PointsList
      data={data}
      title="积分商城"
      at={paths.pointsMall}
      head={
        <ZoneHead
          accent="brand"
          art="coin"
          title="积分商城"
          intro="采购每实付 1 元积 1 分，兑换门店用得上的东西"
          facts={[...held, '实物包邮', '券类即时到账']}
        >
          {data.signedIn && <ButtonLink to={paths.pointsOrders()}>我的积分订单</ButtonLink>}
        </ZoneHead>
      }
    />
  )
}
