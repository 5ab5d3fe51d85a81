import type { FastifyReply } from 'fastify'

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign)

/** Plain pages beside the site: those of the stand-ins for the outside world, and what a phone reads after a QR code. No script. */
export function plainHtml(title: string, body: string, { wide = false } = {}): string {
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
  body { margin: 0; font: 16px/1.6 system-ui, "Noto Sans CJK SC", sans-serif; color: #1d2733; background: #f3f5f8 }
  main { box-sizing: border-box; width: min(460px, calc(100% - 24px)); margin: 6vh auto; padding: 24px; background: #fff;
    border: 1px solid #dfe4ea; border-radius: 12px }
  main.wide { width: min(760px, calc(100% - 24px)) }
  h1 { margin: 0 0 4px; font-size: 20px }
  h2 { margin: 20px 0 8px; font-size: 16px }
  p { margin: 0 0 12px; color: #55606e }
  ol, ul { margin: 0; padding: 0; list-style: none }
  li { padding: 12px 0; border-top: 1px solid #e8ecf1; overflow-wrap: anywhere }
  li time, small { color: #66717f; font-size: 13px }
  b.code { font-size: 22px; letter-spacing: 2px; font-variant-numeric: tabular-nums }
  dl { margin: 16px 0 20px; display: grid; grid-template-columns: auto 1fr; gap: 4px 16px }
  dd { margin: 0; text-align: right; overflow-wrap: anywhere }
  .sum { font-size: 32px; font-weight: 600; margin: 12px 0 }
  form { display: grid; gap: 10px }
  fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: 8px }
  legend { padding: 0; margin-bottom: 8px; color: #55606e }
  label.pick { display: flex; gap: 10px; align-items: center; padding: 10px 12px; border: 1px solid #dfe4ea; border-radius: 8px; cursor: pointer }
  label.pick:has(input:checked) { border-color: #07804a; background: #f2faf6 }
  label.text { display: grid; gap: 4px; color: #55606e; font-size: 14px }
  input[type=text] { font: inherit; padding: 8px 12px; border: 1px solid #b9c2cd; border-radius: 8px; color: #1d2733 }
  button, a.back { display: block; padding: 12px; border-radius: 8px; border: 1px solid #b9c2cd; background: #fff; color: inherit; font: inherit;
    text-align: center; text-decoration: none; cursor: pointer }
  button.yes { background: #07804a; border-color: #07804a; color: #fff; font-weight: 600 }
  button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid #f0a500; outline-offset: 2px }
</style></head><body><main${wide ? ' class="wide"' : ''}>${body}</main></body></html>`
}

export const sendHtml = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
