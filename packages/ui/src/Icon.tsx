import iconsUrl from './icons.svg'

/** Every symbol of icons.svg. The drawings stay out of the scripts and of the HTML: one file, kept by the browser for good. */
const NAMES = [
  'alert',
  'baby',
  'bell',
  'bolt',
  'box',
  'calendar',
  'cart',
  'check',
  'clock',
  'close',
  'copy',
  'desktop',
  'device',
  'down',
  'drop',
  'edit',
  'eye',
  'eye-off',
  'file',
  'filter',
  'gift',
  'grid',
  'headset',
  'heart',
  'herb',
  'home',
  'image',
  'info',
  'jar',
  'leaf',
  'left',
  'list',
  'lock',
  'minus',
  'mouse',
  'phone',
  'pill',
  'pin',
  'plus',
  'qr',
  'refresh',
  'right',
  'search',
  'shield',
  'store',
  'switch',
  'table',
  'top',
  'trash',
  'truck',
  'undo',
  'up',
  'user',
  'wallet',
  'warn',
] as const
export type IconName = (typeof NAMES)[number]
export const isIconName = (name: string): name is IconName => (NAMES as readonly string[]).includes(name)

interface Props {
  name: IconName
  /** px; 16 beside text */
  size?: number
  filled?: boolean
  className?: string | undefined
}

/** Decoration only: the words beside it, or the control's label, say what it means. */
export function Icon({ name, size = 16, filled = false, className }: Props) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      width={size}
      height={size}
      fill={filled ? 'currentColor' : 'none'}
      strokeWidth={size <= 14 ? 2 : 1.6}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  )
}
