export { taskName } from './names.ts'
export { watchedFacts } from './watched-views.ts'
