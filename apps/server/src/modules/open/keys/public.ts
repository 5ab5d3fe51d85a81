/** Keys of other systems, the door that they come through, and what is said of it to those who write such systems. */
export { createOpenDoor } from './door.ts'
export { openKeyRoutes } from './routes.ts'
export { stopKeysOf } from './store.ts'
export { openKeyTasks } from './tasks.ts'
