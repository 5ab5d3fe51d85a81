import type { ReactNode } from 'react'
import css from './TopStrip.module.css'

/** Words that show the site's QR code on hover and focus. */
export function QrHint({ children }: { children: ReactNode }) {
  return (
    <span className={css.qr}>
      <button type="button" aria-describedby="qr-hint">
        {children}
      </button>
      <span id="qr-hint" role="tooltip" className={css.qrBox}>
        <img src="/img/qr.svg" alt="本站手机版网址的二维码" width="112" height="112" loading="lazy" />
        微信或浏览器扫码，手机上订货
      </span>
    </span>
  )
}
