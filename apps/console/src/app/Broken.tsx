import { Button } from 'antd'
import { useRouteError } from 'react-router'

/** A page that failed to draw, or whose script is gone since a new release. */
export function Broken() {
  const error = useRouteError()
  return (
    <div className="alone" role="alert">
      <h2>页面出错了</h2>
      <p className="muted">{error instanceof Error ? error.message : '请重新载入'}</p>
      <Button type="primary" onClick={() => window.location.reload()}>
        重新载入
      </Button>
    </div>
  )
}
