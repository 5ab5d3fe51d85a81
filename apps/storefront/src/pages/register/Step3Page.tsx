import { redirect } from 'react-router'
import { reviewOf } from '#domain/review.ts'
import { userQuery, useUser } from '../../api/queries.ts'
import type { PageArgs } from '../../app/page.ts'
import { REGISTER_STEPS, StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { Submitted } from './Submitted.tsx'

/** The state of the review is the account's: whoever is not signed in signs in first. */
export async function loader({ api, queries, url }: PageArgs): Promise<null> {
  const user = await queries.fetchQuery({ ...userQuery(api), staleTime: 0 })
  if (user === null) throw redirect(paths.login(url.pathname))
  return null
}

/** 注册-提交成功 */
export default function RegisterStep3Page() {
  const user = useUser()
  return (
    <StageShell
      title="企业注册"
      lead="资料由质量管理部门逐项核对"
      steps={REGISTER_STEPS}
      step={reviewOf(user?.review_state) === 'draft' ? 2 : 3}
    >
      {user && <Submitted user={user} papers={memberPaths.registerPapers()} />}
    </StageShell>
  )
}
