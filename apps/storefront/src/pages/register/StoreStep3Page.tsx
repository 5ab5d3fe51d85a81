import { reviewOf } from '#domain/review.ts'
import { useUser } from '../../api/queries.ts'
import { STORE_STEPS, StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { Submitted } from './Submitted.tsx'

export { loader } from './Step3Page.tsx'

/** 多店注册-提交成功 */
export default function StoreStep3Page() {
  const user = useUser()
  return (
    <StageShell
      title="新增门店"
      lead="新门店的资料由质量管理部门逐项核对，其他门店照常采购"
      steps={STORE_STEPS}
      step={reviewOf(user?.review_state) === 'draft' ? 2 : 3}
    >
      {user && <Submitted user={user} papers={memberPaths.registerStorePapers()} />}
    </StageShell>
  )
}
