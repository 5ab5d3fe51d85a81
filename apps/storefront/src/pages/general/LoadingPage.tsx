import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Empty } from '#ui/Empty.tsx'
import { paths } from '../../paths.ts'

/** /loading: a stop without an aim of its own; it leads home. Activities go by /loading/activity. */
export default function LoadingPage() {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(paths.home(), { replace: true })
  }, [navigate])
  return (
    <div className="wrap" aria-busy="true">
      <h1 className="said">加载中</h1>
      <Empty picture="clock" text="正在为您打开页面…" />
    </div>
  )
}
