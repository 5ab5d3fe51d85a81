import type { Zone } from '../../zone.ts'

export const desk: Zone = {
  pages: [{ path: '', title: '工作台', words: 'gzt', area: 'desk', load: () => import('./DeskPage.tsx') }],
}
