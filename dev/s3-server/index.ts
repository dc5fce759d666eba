export { installedServer, installServer, SERVER_NAME } from './install.ts'
export { launchServer } from './launch.ts'
