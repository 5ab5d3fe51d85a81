import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { useZones } from '../app/here.ts'
import { isRecord, pageAt } from '../rights.ts'
import { InHead } from './slots.tsx'

/** A page that does not exist, or not for this person: words say which permission is missing. */
export function NotHere({ title, words }: { title: string; words: readonly string[] }) {
  const page = pageAt(useZones(), useLocation().pathname)
  return (
    <div className="alone">
      {/* Of a record the head shows what the record is called, and here is none. */}
      {page && isRecord(page) ? (
        <InHead>
          <h1 className="ell">{title}</h1>
        </InHead>
      ) : null}
      <h2>{title}</h2>
      {words.length > 0 && (
        <p className="muted">
          需要权限{' '}
          {words.map((word, at) => (
            <Fragment key={word}>
              {at > 0 && ' 或 '}
              <code>{word}</code>
            </Fragment>
          ))}
          。请管理员在“系统 / 岗位”里为您的岗位加上，或为您换岗位。
        </p>
      )}
      <Link to="/" className="link">
        回到工作台
      </Link>
    </div>
  )
}
