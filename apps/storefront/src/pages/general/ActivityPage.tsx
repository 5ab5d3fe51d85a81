import { redirect } from 'react-router'
import { Empty } from '#ui/Empty.tsx'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import { paths } from '../../paths.ts'

/** Opens the activity that the address ?to= names, or says that it has not begun. */
export async function loader({ api: client, url, signal }: PageArgs): Promise<never> {
  const to = url.searchParams.get('to')?.slice(0, 200) ?? ''
  if (to === '') throw redirect(paths.noActivity())
  const { data } = await client.ask(api.activityResolve, { query: { path: to }, signal })
  throw redirect(data.is_open === 1 && data.url.startsWith('/') ? data.url : paths.noActivity())
}

/** /loading/activity: seen only while the loader looks. */
export default function ActivityPage() {
  return (
    <div className="wrap" aria-busy="true">
      <h1 className="said">活动加载中</h1>
      <Empty picture="clock" text="正在为您打开活动…" />
    </div>
  )
}
