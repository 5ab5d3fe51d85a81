import type { StaffMeWire } from '#contract/console.ts'
import { Logo } from '../frame/Logo.tsx'
import { CodeStep } from './CodeStep.tsx'
import { EnrolStep } from './EnrolStep.tsx'
import { LoginForm } from './LoginForm.tsx'
import { PasswordStep } from './PasswordStep.tsx'

interface Props {
  /** null: nobody is signed in. */
  me: StaffMeWire | null
  /** Somebody worked in this page before his session ended. */
  wasInside: boolean
  onEnter: (me: StaffMeWire) => void
}

function Step({ me, onEnter }: Omit<Props, 'wasInside'>) {
  if (me === null) return <LoginForm onEnter={onEnter} />
  if (me.step === 'password') return <PasswordStep onEnter={onEnter} />
  if (me.step === 'enrol') return <EnrolStep me={me} onEnter={onEnter} />
  return <CodeStep me={me} onEnter={onEnter} />
}

/** Everything before the work: password, an own one in place of what was handed over, second factor. */
export function Entrance({ me, wasInside, onEnter }: Props) {
  return (
    <main className="entrance">
      <div className="entrance-card">
        <Logo />
        {wasInside && <p className="muted">登录已结束。由同一人重新登录，页面上填写的内容还在。</p>}
        <Step me={me} onEnter={onEnter} />
        {me?.demo === 1 && <p className="muted s12">演示商城：数据均为虚构</p>}
      </div>
    </main>
  )
}
