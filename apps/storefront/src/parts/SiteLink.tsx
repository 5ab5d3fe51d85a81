import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from '#ui/Toast.tsx'
import { useIsOpen } from '../app/site.tsx'

interface Props {
  /** What operators entered: a path of this site, another site, or nothing yet. */
  url: string
  className?: string | undefined
  children: ReactNode
  'aria-label'?: string
}

/** A link from data. One that leads nowhere yet says so: 活动暂未开始 (specification section 8). */
export function SiteLink({ url, className, children, ...rest }: Props) {
  const isOpen = useIsOpen()
  if (/^(https?:|tel:)/.test(url)) {
    return (
      <a href={url} className={className} {...(url.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' })} {...rest}>
        {children}
      </a>
    )
  }
  if (isOpen(url)) {
    return (
      <Link to={url} className={className} {...rest}>
        {children}
      </Link>
    )
  }
  return (
    <button type="button" className={className} onClick={() => toast({ text: '活动暂未开始' })} {...rest}>
      {children}
    </button>
  )
}
