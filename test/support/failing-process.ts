/** Preloaded into a process: SIGUSR2 makes it fail as `FAILS_BY` says, outside any request. */
process.on('SIGUSR2', () => {
  const error = new Error('unforeseen, for kim@acme.example')
  if (process.env['FAILS_BY'] === 'rejection') void Promise.reject(error)
  else throw error
})
