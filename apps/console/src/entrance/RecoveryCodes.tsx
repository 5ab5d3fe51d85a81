import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { CopyText } from '#ui/CopyText.tsx'

/** Shown once: each lets its owner in when the phone is lost. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isKept, setKept] = useState(false)
  return (
    <div className="recovery">
      <h2>恢复码</h2>
      <Alert type="warning" showIcon title="只显示这一次。每个恢复码可以代替动态口令用一次，请存放在手机以外的地方。" />
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <CopyText text={codes.join('\n')} what="恢复码" />
        <Button size="small" onClick={() => window.print()}>
          打印
        </Button>
      </div>
      <Checkbox checked={isKept} onChange={({ target }) => setKept(target.checked)}>
        我已经抄下、复制或打印
      </Checkbox>
      <Button type="primary" size="large" block disabled={!isKept} onClick={onDone}>
        {isKept ? '继续' : '先存好恢复码'}
      </Button>
    </div>
  )
}
