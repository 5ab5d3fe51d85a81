import type { ComponentProps } from 'react'
import { Link } from 'react-router'

export type ButtonKind = 'plain' | 'primary' | 'soft' | 'ghost' | 'hot'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl'

interface Look {
  /** primary: the one filled green button of its region; hot: flash sale only. */
  kind?: ButtonKind
  size?: ButtonSize
  block?: boolean
  className?: string | undefined
}

function classOf({ kind = 'plain', size = 'md', block = false, className }: Look): string {
  return ['btn', kind !== 'plain' && `btn-${kind}`, size !== 'md' && `btn-${size}`, block && 'btn-block', className]
    .filter(Boolean)
    .join(' ')
}

export function Button({ kind, size, block, className, type = 'button', ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button
      type={type}
      className={classOf({ ...(kind && { kind }), ...(size && { size }), ...(block && { block }), className })}
      {...rest}
    />
  )
}

/** Looks like a button, goes somewhere. */
export function ButtonLink({ kind, size, block, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link className={classOf({ ...(kind && { kind }), ...(size && { size }), ...(block && { block }), className })} {...rest} />
}
