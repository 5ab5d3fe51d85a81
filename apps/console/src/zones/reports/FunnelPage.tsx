import { Link } from 'react-router'
import { useMay } from '../../app/me.ts'
import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'

const GROUPS = [
  { value: 'day', text: '按日' },
  { value: 'month', text: '按月' },
]

export default function FunnelPage() {
  const may = useMay()
  return (
    <ReportView
      name="funnel"
      title="搜索转化"
      call={calls.funnel}
      groups={GROUPS}
      note={
        <span>
          只有搜索之后的去向：不经搜索（分类、专区、活动页、快捷采购）的浏览与加购没有记录，专区内的搜索也没有；访客的搜索没有后续。
          {may('search.view') && (
            <>
              {' '}
              <Link className="link" to="/marketing/searches?result=none">
                搜不到的词
              </Link>
            </>
          )}
        </span>
      }
    />
  )
}
