import { Button, Modal } from 'antd'
import { urlOf } from '#api-client/request.ts'
import { useAsk } from '../../api/ask.ts'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { idsQuery } from './bulk-deeds.ts'
import { calls } from './calls.ts'

/** Which of the chosen orders have a delivery note, and those in one PDF. */
export function NotesDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const answer = useAsk(calls.notes, { query: idsQuery(ids) })
  const made = (answer.data?.list ?? []).filter((one) => one.can === 1).map(({ id }) => id)
  return (
    <Modal
      open
      width={760}
      title={`打印 ${ids.length} 张订单的随货同行单`}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          关闭
        </Button>,
        made.length > 0 && (
          <DownloadButton key="pdf" url={urlOf('/api/staff/order_notes/print', { query: idsQuery(made) })}>
            {`${made.length} 份合成一个 PDF`}
          </DownloadButton>
        ),
      ]}
    >
      <Loaded of={answer}>
        {({ list }) => (
          <>
            <p>合并打印件只供打印，没有电子签名；带签名的原件在各订单的单据里。</p>
            <div className="bulk-rows">
              <Rows
                rows={list}
                id={({ id }) => id}
                columns={[
                  ['订单号', ({ no, id }) => no || id],
                  ['企业', ({ company }) => company],
                  ['结果', ({ message }) => (message === '' ? <span className="ok">有</span> : <span className="w">{message}</span>)],
                ]}
              />
            </div>
          </>
        )}
      </Loaded>
    </Modal>
  )
}
