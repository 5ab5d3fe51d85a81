import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import type { Deed } from '../../parts/useDeed.ts'
import type { ListDraft } from './useListDraft.ts'

interface Props {
  draft: Pick<ListDraft<never>, 'isDirty' | 'drop' | 'mine' | 'names'>
  deed: Deed<Call>
  canChange: boolean
  onSave: () => void
  children?: ReactNode
}

/** What a list that is saved whole has over it. */
export function SaveBar({ draft, deed, canChange, onSave, children }: Props) {
  useKeys([{ key: 'Ctrl+S', what: '保存', run: onSave, when: canChange && draft.isDirty }])
  return (
    <>
      <div className="bar">
        {children}
        <span className="grow" />
        {draft.isDirty && <span className="w s12">有未保存的修改</span>}
        {canChange && (
          <>
            <Button
              size="small"
              disabled={!draft.isDirty}
              onClick={() => {
                deed.dismiss()
                draft.drop()
              }}
            >
              放弃修改
            </Button>
            <Button size="small" type="primary" disabled={!draft.isDirty} loading={deed.isBusy} onClick={onSave}>
              保存 <Kbd of="Ctrl+S" />
            </Button>
          </>
        )}
      </div>
      <MeanwhileNotice of={deed} mine={draft.mine} names={draft.names} onTakeTheirs={draft.drop} />
      {deed.problem && <Alert type="error" showIcon className="trouble" title={deed.problem} />}
    </>
  )
}
