import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { type ListQuery, readListQuery } from '../list-query.ts'
import type { Where } from './where.ts'

const SLOW_MS = 180

/**
 * The query that is being read while this page changes to it: controls show it at once. slow: it takes so long that the
 * goods on the screen should give way to their skeletons.
 */
export function usePending(query: ListQuery, { fixed }: Where): { pending: ListQuery; slow: boolean } {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const moving = location !== undefined && location.pathname === pathname
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!moving) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [moving])
  return { pending: moving ? { ...fixed, ...readListQuery(new URLSearchParams(location.search)) } : query, slow: moving && slow }
}
