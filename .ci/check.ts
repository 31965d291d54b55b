console.log('no checks yet');
