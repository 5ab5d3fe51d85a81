import { Modal } from 'antd'
import { Kbd } from './Kbd.tsx'
import { useAllKeys } from './keys.tsx'

/** The keys that act on this page now. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const all = useAllKeys()
  const seen = new Set<string>()
  const shown = open ? all().filter(({ key, when = true }) => when && !seen.has(key) && seen.add(key)) : []
  return (
    <Modal open={open} onCancel={onClose} footer={null} title="本页按键" width={420}>
      <dl className="keys-help">
        {shown.map(({ key, what }) => (
          <div key={key}>
            <dt>
              <Kbd of={key} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
