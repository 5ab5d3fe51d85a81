import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { PointsList, pointsQuery } from './PointsList.tsx'

export async function loader({ api: client, url, signal, user }: PageArgs) {
  const query = pointsQuery(url, 'perks')
  const { data } = await client.ask(api.pointsMall, { query, signal })
  return { ...data, query, signedIn: user !== null }
}

/** /yyh/list */
export default function PerksListPage() {
  const data = usePageData<typeof loader>()
  const head = <ZoneHead accent="violet" art="gift" title="优益惠" intro="全部品牌权益" facts={[`${data.total} 项权益`]} />
  return <PointsList data={data} title="优益惠" at={paths.perksList} head={head} />
}
