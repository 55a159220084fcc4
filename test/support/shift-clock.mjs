// Preloaded into an app under test (`node --import`): SIGUSR2 sets its wall clock ten minutes ahead,
// as a user does, or a computer that slept.
const real = Date.now;
let ahead = 0;
Date.now = () => real() + ahead;
process.on('SIGUSR2', () => {
  ahead = 10 * 60 * 1000;
});
