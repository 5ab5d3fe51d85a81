import type { CartLineWire } from '#contract/cart-shapes.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { lineName, mayKeep } from './cart-data.ts'

interface Props {
  /** Empty: closed. */
  lines: readonly CartLineWire[]
  onClose: () => void
  onDelete: (lines: readonly CartLineWire[]) => void
  onKeep: (lines: readonly CartLineWire[]) => void
}

/** Deleting asks first (specification section 5), and offers the favourites instead. */
export function DeleteDialog({ lines, onClose, onDelete, onKeep }: Props) {
  const [first] = lines
  const names = lines.slice(0, 3).map(lineName).join('、')
  return (
    <ConfirmDialog
      open={first !== undefined}
      title={lines.length > 1 ? `确定删除这 ${lines.length} 种商品吗?` : '确定删除这件商品吗?'}
      text={lines.length > 3 ? `${names} 等` : names}
      confirm="删除"
      {...(lines.every(mayKeep) && { other: { text: '移入收藏', run: () => onKeep(lines) } })}
      onConfirm={() => onDelete(lines)}
      onClose={onClose}
    />
  )
}
