import { Link } from 'react-router'
import { SITE_NAME } from '../app/title.ts'
import { paths } from '../paths.ts'
import css from './Header.module.css'

export function LogoMark({ size = 40 }: { size?: number }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true" focusable="false" className={css.mark}>
      <rect width="40" height="40" rx="10" />
      <circle cx="20" cy="20" r="12" />
      <path d="M17 9h6v8h8v6h-8v8h-6v-8H9v-6h8z" />
    </svg>
  )
}

export function Logo() {
  return (
    <Link to={paths.home()} className={css.logo}>
      <LogoMark />
      <span>
        <b>{SITE_NAME}</b>
        <small>药店诊所的采购平台</small>
        <span className="said">，返回首页</span>
      </span>
    </Link>
  )
}
