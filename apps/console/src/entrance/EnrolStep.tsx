import { Button } from 'antd'
import { useState } from 'react'
import type { StaffMeWire } from '#contract/console.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { Enrol } from './Enrol.tsx'
import { knowsPasskeys } from './passkey-device.ts'

export function EnrolStep({ me, onEnter }: { me: StaffMeWire; onEnter: (me: StaffMeWire) => void }) {
  const [byPasskey, setByPasskey] = useState(false)
  return (
    <>
      <h1>{byPasskey ? '添加通行密钥' : '设置动态口令'}</h1>
      {byPasskey ? (
        <>
          <p className="muted">以后登录时用这台设备的指纹、面容、PIN，或一把安全密钥。</p>
          <AddPasskey me={me} onDone={onEnter} />
        </>
      ) : (
        <Enrol onDone={onEnter} />
      )}
      {knowsPasskeys() && (
        <Button type="link" onClick={() => setByPasskey(!byPasskey)}>
          {byPasskey ? '改用手机验证器' : '改用通行密钥（指纹、面容、安全密钥）'}
        </Button>
      )}
    </>
  )
}
