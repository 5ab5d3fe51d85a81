import type { FrontPageWire } from '#contract/front.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'

export const KINDS: Readonly<Record<FrontPageWire['kind'], string>> = {
  activity: '活动页',
  zone: '专区页',
  fair: '药交会',
  controlled: '控销品牌页',
}

export function PageState({ page: { state, waiting, due_at, due_version } }: { page: FrontPageWire }) {
  return (
    <>
      {state === 'draft' && <StateTag tone="waiting">草稿</StateTag>}
      {state === 'published' && <StateTag tone={waiting === 1 ? 'moving' : 'done'}>{waiting === 1 ? '已发布，有修改' : '已发布'}</StateTag>}
      {due_at !== null && (
        <span className="chip chip-info">
          第 {due_version} 版定于 <When at={due_at} />
        </span>
      )}
    </>
  )
}
