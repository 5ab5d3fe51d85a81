import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { bodyOf, type WordDraft } from './kinds.ts'
import { WordForm } from './WordForm.tsx'

/** A new line of words; what nothing was found by stands in it already where that is where one came from. */
export function AddWord({ begun, onClose }: { begun: WordDraft; onClose: () => void }) {
  const [draft, setDraft] = useState(begun)
  const deed = useDeed(calls.wordAdd, {
    done: '搜索词已加，约一秒后商城即按它搜索',
    outdates: [calls.words, calls.tried],
    onDone: onClose,
  })
  const { words, targets } = bodyOf(draft)
  return (
    <Modal
      open
      title="新增搜索词"
      onCancel={onClose}
      okText={words.length === 0 ? '还没填客户的词' : targets.length === 0 ? '还没填要找的名称' : '新增'}
      cancelText="取消"
      confirmLoading={deed.isBusy}
      okButtonProps={{ disabled: words.length === 0 || targets.length === 0 }}
      onOk={() => void deed.run({ body: bodyOf(draft) })}
      width={520}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <WordForm draft={draft} onChange={setDraft} />
    </Modal>
  )
}
