import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Empty } from '../../parts/Empty.tsx'
import { paths } from '../../paths.ts'

/** The stop on the way to an activity. No activity pages are open yet, so it leads on to 活动未开始. */
export default function LoadingPage() {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(paths.noActivity(), { replace: true })
  }, [navigate])
  return (
    <div className="wrap" aria-busy="true">
      <h1 className="said">加载中</h1>
      <Empty picture="clock" text="正在为您打开活动…" />
    </div>
  )
}
