// Preloaded into an app under test (`node --import`): SIGUSR2 sets its wall clock ten minutes ahead,
// as a user does, or a computer that slept. It says so, because a signal comes when it comes.
const real = Date.now;
let ahead = 0;
Date.now = () => real() + ahead;
process.on('SIGUSR2', () => {
  ahead = 10 * 60 * 1000;
  process.stderr.write('the clock is ten minutes ahead\n');
});
