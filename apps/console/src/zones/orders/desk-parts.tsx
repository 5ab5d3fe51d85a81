import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import type { Meanwhile } from '../../parts/outcome.ts'

/** Why nothing can be done with the order here, and the way back to it. */
export function NotNow({ id, why }: { id: number; why: string }) {
  return (
    <Alert
      banner
      type="warning"
      title={why}
      action={
        <Link className="link" to={`/orders/${id}`}>
          回到订单
        </Link>
      }
    />
  )
}

/** Somebody was first; what was typed stays. */
export function ChangedSince({ meanwhile, onAgain }: { meanwhile: Meanwhile; onAgain: () => void }) {
  const said = meanwhile.changes.map((one) => one.theirs).join('；')
  return (
    <Alert
      banner
      type="warning"
      title={`您打开之后有人改过这张订单：${said}。您填写的还在，没有保存。`}
      action={
        <Button size="small" onClick={onAgain}>
          按现在的订单重新试算
        </Button>
      }
    />
  )
}
