import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { paths } from '../../paths.ts'

export default function NoActivityPage() {
  return (
    <div className="wrap">
      <h1 className="said">活动未开始</h1>
      <Empty picture="clock" text="活动暂未开始" hint="活动开始后，入口会出现在首页和导航中。">
        <ButtonLink kind="primary" size="lg" to={paths.home()}>
          返回首页
        </ButtonLink>
      </Empty>
    </div>
  )
}
