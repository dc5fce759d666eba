/**
 * Preloaded into a process: SIGUSR2 makes it fail outside any request, by rejection or exception
 * (`FAILS_BY`).
 */
process.on('SIGUSR2', () => {
  const error = new Error('unforeseen, for kim@acme.example')
  if (process.env['FAILS_BY'] === 'rejection') void Promise.reject(error)
  else throw error
})
