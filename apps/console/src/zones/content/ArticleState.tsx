import type { StaffArticleWire } from '#contract/content.ts'
import { StateTag } from '../../parts/StateTag.tsx'

export function ArticleState({ article: { state, waiting, version } }: { article: StaffArticleWire }) {
  if (state === 'published')
    return <StateTag tone={waiting === 1 ? 'moving' : 'done'}>{waiting === 1 ? '已发布，有修改' : '已发布'}</StateTag>
  return <StateTag tone="waiting">{version > 1 ? '草稿' : '新草稿'}</StateTag>
}
