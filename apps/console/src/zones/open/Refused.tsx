import { Alert } from 'antd'
import { Link } from 'react-router'
import { useMay } from '../../app/me.ts'

/** Why a form was refused, with the way on for a shop of one administrator, who has nobody beside him who could agree. */
export function Refused({ of: { problem, reason } }: { of: { problem: string; reason: string } }) {
  const may = useMay()
  if (!problem) return null
  const isAlone = reason === 'NOBODY_TO_APPROVE' && may('system.break_glass')
  return (
    <Alert type="error" showIcon title={problem} className="trouble" action={isAlone && <Link to="/system/approvals">取得应急授权</Link>} />
  )
}
